// The page of `turnkit catalog --format html`. All foreign text goes in by textContent, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const grouped = new Intl.NumberFormat("en-US");

function make(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  const { text, ...attributes } = options;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

const state = { query: "", status: "", stage: "", sort: "", descending: false, open: new Set() };

function showHead() {
  const { facts, totals } = data;
  const parts = [
    `host ${facts.host}`,
    `surface ${facts.surface}`,
    `agent ${facts.agent}`,
    facts.role === undefined ? "no role" : `role ${facts.role}`,
    `model ${facts.model.provider}/${facts.model.id}`,
    `${grouped.format(facts.model.contextWindow)} tokens of context`,
  ];
  byId("facts").textContent = parts.join(" · ");
  const card = (value, label) => make("li", {}, make("b", { text: value }), document.createTextNode(label));
  byId("cards").append(
    card(grouped.format(totals.offered), "offered"),
    card(grouped.format(totals.estimatedTokens), "tokens offered"),
    card(`${(totals.share * 100).toFixed(1)} %`, "of the context window"),
    card(grouped.format(totals.deferred), "deferred"),
    card(grouped.format(totals.dropped), "dropped"),
  );
}

function showFlow() {
  const { sources, stages, offered, deferred } = data.pipeline;
  const node = (label, small) =>
    make("span", { class: "node" }, document.createTextNode(label), make("small", { text: small }));
  const words = sources.map(({ name, count }) => `${count} ${name}`).join(", ");
  byId("flow").append(make("li", {}, node("sources", words || "none")));
  for (const { stage, left, dropped } of stages) {
    const button = make(
      "button",
      {
        type: "button",
        "aria-pressed": "false",
        "data-stage": stage,
        class: dropped > 0 ? "drops" : undefined,
      },
      document.createTextNode(stage),
      make("small", { text: `${left} left` }),
    );
    if (dropped > 0) button.append(make("small", { text: `${dropped} dropped` }));
    button.disabled = dropped === 0;
    button.addEventListener("click", () => {
      state.stage = state.stage === stage ? "" : stage;
      for (const other of byId("flow").querySelectorAll("button")) {
        other.setAttribute("aria-pressed", String(other.dataset.stage === state.stage));
      }
      showRows();
    });
    byId("flow").append(make("li", {}, button));
  }
  byId("flow").append(make("li", {}, node("the model", `${offered} offered, ${deferred} deferred`)));
}

/** Squarified: rectangles as near to squares as rows of them can be, the biggest first. */
function squarify(items, box) {
  const placed = [];
  let rest = items.toSorted((a, b) => b.value - a.value);
  let { x, y, width, height } = box;
  let total = rest.reduce((sum, { value }) => sum + value, 0);
  while (rest.length > 0 && total > 0) {
    const side = Math.min(width, height);
    const scale = (width * height) / total;
    const worst = (row) => {
      const sum = row.reduce((all, { value }) => all + value, 0) * scale;
      const biggest = row[0].value * scale;
      const smallest = row.at(-1).value * scale;
      return Math.max((side ** 2 * biggest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
    };
    let row = [rest[0]];
    for (const item of rest.slice(1)) {
      if (worst([...row, item]) > worst(row)) break;
      row = [...row, item];
    }
    const sum = row.reduce((all, { value }) => all + value, 0);
    const thickness = (sum * scale) / side;
    let at = 0;
    for (const item of row) {
      const length = (item.value * scale) / thickness || 0;
      placed.push(
        width >= height
          ? { ...item, x, y: y + at, width: thickness, height: length }
          : { ...item, x: x + at, y, width: length, height: thickness },
      );
      at += length;
    }
    if (width >= height) {
      x += thickness;
      width -= thickness;
    } else {
      y += thickness;
      height -= thickness;
    }
    rest = rest.slice(row.length);
    total -= sum;
  }
  return placed;
}

function svg(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function showMap() {
  const shown = data.tools.filter(({ status }) => status !== "dropped");
  const owners = Map.groupBy(shown, ({ serverName, source }) => serverName ?? source);
  const groups = [...owners].map(([owner, tools]) => ({
    owner,
    tools,
    value: tools.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
  }));
  const map = byId("map");
  if (groups.length === 0) return map.closest("section").remove();
  const box = { x: 0, y: 0, width: 1200, height: 420 };
  squarify(groups, box).forEach((group, at) => {
    const title = `${group.owner}: ${grouped.format(group.value)} tokens`;
    const head = group.height > 44 && group.width > 60 ? 18 : 0;
    if (head > 0) {
      map.append(svg("text", { class: "owner", x: group.x + 5, y: group.y + 13 }, cut(title, group.width)));
    }
    const inner = {
      x: group.x + 1,
      y: group.y + head,
      width: group.width - 2,
      height: group.height - head - 1,
    };
    const items = group.tools.map((tool) => ({ tool, value: Math.max(1, tool.estimatedTokens) }));
    for (const item of squarify(items, inner)) map.append(mapItem(item, (at * 137.5 + 210) % 360));
  });
}

function mapItem({ tool, x, y, width, height }, hue) {
  const label = `${tool.name}, ${grouped.format(tool.estimatedTokens)} tokens, ${tool.status}`;
  const item = svg("g", { tabindex: "0", role: "button", "aria-label": label });
  const rect = svg("rect", { x, y, width, height });
  rect.style.fill = `light-dark(oklch(0.86 0.07 ${hue}), oklch(0.42 0.075 ${hue}))`;
  item.append(svg("title", {}, label), rect);
  const name = tool.serverToolName ?? tool.name;
  if (width > 46 && height > 16) item.append(svg("text", { x: x + 4, y: y + 13 }, cut(name, width)));
  const open = () => openTool(tool);
  item.addEventListener("click", open);
  item.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open();
  });
  return item;
}

function cut(text, width) {
  const most = Math.floor((width - 8) / 6.4);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}

const COLUMNS = [
  { key: "name", label: "Name", of: ({ name }) => name },
  {
    key: "status",
    label: "Verdict",
    of: ({ status, stage }) => (stage === undefined ? status : `${status}: ${stage}`),
  },
  { key: "source", label: "Source", of: ({ source }) => source },
  { key: "server", label: "Server", of: ({ serverName }) => serverName ?? "" },
  { key: "mode", label: "Mode", of: ({ executionMode }) => executionMode },
  { key: "tokens", label: "Tokens", of: ({ estimatedTokens }) => estimatedTokens },
];

function showTable() {
  const head = byId("head");
  for (const { key, label } of COLUMNS) {
    const button = make("button", { type: "button", text: label });
    button.addEventListener("click", () => {
      state.descending = state.sort === key && !state.descending;
      state.sort = key;
      showRows();
    });
    head.append(make("th", { scope: "col", "data-key": key }, button));
  }
  byId("search").addEventListener("input", (event) => {
    state.query = event.target.value.toLowerCase();
    showRows();
  });
  byId("status").addEventListener("change", (event) => {
    state.status = event.target.value;
    showRows();
  });
  showRows();
}

function wanted(tool) {
  if (state.status !== "" && tool.status !== state.status) return false;
  if (state.stage !== "" && tool.stage !== state.stage) return false;
  if (state.query === "") return true;
  const text = `${tool.name} ${tool.serverName ?? ""} ${tool.reason ?? ""} ${tool.description}`.toLowerCase();
  return state.query.split(/\s+/).every((word) => text.includes(word));
}

function sorted(tools) {
  const column = COLUMNS.find(({ key }) => key === state.sort);
  if (column === undefined) return tools;
  const sign = state.descending ? -1 : 1;
  return tools.toSorted((a, b) => {
    const [first, second] = [column.of(a), column.of(b)];
    return sign * (first < second ? -1 : first > second ? 1 : 0);
  });
}

function showRows() {
  for (const cell of byId("head").children) {
    const direction = state.descending ? "descending" : "ascending";
    if (cell.dataset.key === state.sort) cell.setAttribute("aria-sort", direction);
    else cell.removeAttribute("aria-sort");
  }
  const tools = sorted(data.tools.filter(wanted));
  const rows = document.createDocumentFragment();
  for (const tool of tools) {
    rows.append(toolRow(tool));
    if (state.open.has(tool)) rows.append(detailRow(tool));
  }
  byId("rows").replaceChildren(rows);
  const filter = state.stage === "" ? "" : `, dropped by ${state.stage}`;
  byId("count").textContent = `${tools.length} of ${data.tools.length} tools${filter}`;
}

function toolRow(tool) {
  const row = make("tr", { class: "tool", tabindex: "-1", "aria-expanded": String(state.open.has(tool)) });
  row.tool = tool;
  for (const { key, of } of COLUMNS) {
    const value = of(tool);
    const kind =
      key === "tokens" ? "number" : key === "name" ? "name" : key === "status" ? tool.status : undefined;
    const cell = make("td", { class: kind });
    cell.append(make("bdi", { text: key === "tokens" ? grouped.format(value) : value }));
    row.append(cell);
  }
  row.addEventListener("click", () => toggle(row));
  return row;
}

function detailRow(tool) {
  const cell = make("td", { colspan: String(COLUMNS.length) });
  if (tool.reason !== undefined)
    cell.append(make("p", { class: "dropped", text: `${tool.stage}: ${tool.reason}` }));
  const verdicts = make("ul", { class: "verdicts" });
  for (const { stage, verdict } of tool.stages) {
    verdicts.append(
      make("li", { class: verdict === "n/a" ? undefined : verdict, text: `${stage}: ${verdict}` }),
    );
  }
  const schema = JSON.stringify(tool.schema, null, 2);
  cell.append(
    verdicts,
    make("pre", { text: tool.description || "(no description)" }),
    make("pre", { text: schema }),
  );
  return make("tr", { class: "detail" }, cell);
}

function toggle(row) {
  const { tool } = row;
  if (state.open.delete(tool)) row.nextElementSibling?.remove();
  else {
    state.open.add(tool);
    row.after(detailRow(tool));
  }
  row.setAttribute("aria-expanded", String(state.open.has(tool)));
}

function openTool(tool) {
  Object.assign(state, { query: "", status: "", stage: "" });
  byId("search").value = "";
  byId("status").value = "";
  state.open.add(tool);
  showRows();
  const row = [...byId("rows").children].find((one) => one.tool === tool);
  row?.scrollIntoView({ block: "center" });
  row?.focus();
}

/** `/` searches, the arrows walk the rows, Enter opens one, Escape goes back to the search. */
function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const typing = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (key === "/" && !typing) {
      event.preventDefault();
      byId("search").focus();
    } else if (key === "Escape") byId("search").focus();
    else if ((key === "ArrowDown" || key === "ArrowUp") && !(target instanceof HTMLSelectElement)) {
      walk(event, key === "ArrowDown" ? 1 : -1);
    } else if ((key === "Enter" || key === " ") && target instanceof HTMLTableRowElement) {
      event.preventDefault();
      toggle(target);
    }
  });
}

function walk(event, step) {
  const rows = [...byId("rows").querySelectorAll("tr.tool")];
  const at = rows.indexOf(document.activeElement);
  if (at === -1 && document.activeElement !== byId("search")) return;
  event.preventDefault();
  const next = rows[at + step];
  if (next !== undefined) next.focus();
  else if (step < 0) byId("search").focus();
}

showHead();
showFlow();
showMap();
showTable();
listenToKeys();
