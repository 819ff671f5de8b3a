import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { renderHtml } from "../../src/catalog/formats/html.ts";
import { facts, sources } from "../support/catalog.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

/** The system's browser; there is none on a machine with only Node, and the page is then only checked as text. */
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync,
);

describe.skipIf(CHROMIUM === undefined)("the HTML page in a browser", () => {
  let browser: Browser;
  let space: Workspace;
  let file: string;

  beforeAll(async () => {
    const names = Array.from({ length: 500 }, (_, at) => `server${at % 9}/tool_${at}`);
    const catalog = assembleCatalog(facts(), sources("read", "write", "desktop_click", ...names));
    space = workspace({ "catalog.html": await renderHtml(catalog) });
    file = pathToFileURL(`${space.path}/catalog.html`).href;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  }, 30_000);

  afterAll(async () => {
    await browser.close();
    space[Symbol.dispose]();
  });

  /** The page, with everything it complained about or asked the network for. */
  async function open(colorScheme: "light" | "dark" = "light"): Promise<{ page: Page; troubles: string[] }> {
    const page = await browser.newPage({ colorScheme });
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("request", (request) => {
      if (request.url() !== file) troubles.push(request.url());
    });
    await page.goto(file);
    return { page, troubles };
  }

  test("shows totals, the flow, a map and every tool, from a file, without a word of complaint", async () => {
    const { page, troubles } = await open();
    expect(await page.textContent("#count")).toBe("503 of 503 tools");
    expect(await page.locator("#rows tr.tool").count()).toBe(503);
    expect(await page.locator("#map g").count()).toBe(502);
    expect(await page.locator("#flow li").count()).toBe(15);
    expect(troubles).toEqual([]);
    await page.close();
  });

  test("the table is searched, walked and opened by keyboard alone", async () => {
    const { page } = await open();
    await page.keyboard.press("/");
    await page.keyboard.type("server3 tool_3");
    const first = await page.textContent("#count");
    expect(first).toMatch(/^\d+ of 503 tools$/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await page.locator("tr.detail pre").count()).toBe(2);
    expect(await page.locator("tr.tool[aria-expanded=true] td.name").textContent()).toContain("server3");
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement.id")).toBe("search");
    await page.close();
  });

  test("columns sort both ways, stages filter by what they dropped", async () => {
    const { page } = await open();
    const name = page.locator("th[data-key=name] button");
    await name.click();
    expect(await page.locator("tr.tool td.name").first().textContent()).toBe("desktop_click");
    await name.click();
    expect(await page.locator("th[data-key=name]").getAttribute("aria-sort")).toBe("descending");
    expect(await page.locator("tr.tool td.name").first().textContent()).toBe("write");
    await page.locator("#flow button.drops").click();
    expect(await page.textContent("#count")).toBe("1 of 503 tools, dropped by source");
    await page.close();
  });

  test("a tool of the map is opened with Enter", async () => {
    const { page } = await open();
    const item = page.locator("#map g").first();
    await item.focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("tr.detail").count()).toBe(1);
    await page.close();
  });

  test("light and dark follow the reader's choice", async () => {
    const ground = async (scheme: "light" | "dark") => {
      const { page } = await open(scheme);
      const color = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      await page.close();
      return color;
    };
    expect(await ground("light")).not.toBe(await ground("dark"));
  });
});
