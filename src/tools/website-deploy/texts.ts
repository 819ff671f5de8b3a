import type { LeftOut } from "./site-files.ts";

/** Every sentence of website_deploy. */
export const deployTexts = {
  description: () =>
    [
      "Publishes a folder of finished files as a website at the place that the user has configured. The site is replaced as " +
        "a whole: visitors see the old one or the new one, never a mixture.",
      "Build the site first; directory is the folder with its index.html. Left out: hidden files (but .well-known), " +
        "node_modules, links that lead out of the folder, and files that hold secrets.",
    ].join("\n"),
  parameters: {
    directory: "Folder to publish: relative to the workspace, or absolute.",
    name: "Name of the site, 1 to 64 of a-z, 0-9 and -. Default: from the name of the folder or the workspace.",
  },
  notAFolder: (path: string) => `Cannot publish "${path}": it is no folder.`,
  ownFolder: (path: string) =>
    `Cannot publish "${path}": it lies in turnkit's data folder, which holds sessions and settings.`,
  badName: (name: string) =>
    `Cannot use the site name "${name}": expected 1 to 64 of a-z, 0-9 and -, and no name that the system keeps for itself.`,
  nothing: (path: string) => `Cannot publish "${path}": there is no file in it to publish.`,
  tooManyFiles: (path: string, most: number) =>
    `Cannot publish "${path}": it has more than ${most} files. Is it the folder with the finished site?`,
  tooLarge: (path: string, most: number) =>
    `Cannot publish "${path}": its files have more than ${most} bytes together.`,
  tooDeep: (path: string, most: number) =>
    `Cannot publish "${path}": more than ${most} folders inside each other.`,
  changed: (file: string) =>
    `Nothing was published: "${file}" changed while it was read. Publish again when nothing writes there any more.`,
  unreadable: (file: string, reason: string) => `Nothing was published: cannot read "${file}": ${reason}`,
  occupied: (place: string) =>
    `Cannot publish to "${place}": something stands there that was not made by website_deploy. Choose another name.`,
  busy: (name: string) => `Cannot publish "${name}": another deployment of it is running. Try again.`,
  unwritable: (place: string, reason: string) =>
    `Nothing was published: cannot write to "${place}": ${reason}.`,
  badUrl: () =>
    "Cannot publish: tools.websiteDeploy.url must be http or https without user and password. Ask the user to correct it.",
  refused: (url: string, status: number, answer: string) =>
    `Nothing was published: ${url} answered ${status}${answer === "" ? "" : `: ${answer}`}`,
  redirected: (url: string, status: number) =>
    `Nothing was published: ${url} answered ${status}, a redirect, which uploads do not follow. The user must configure the final URL.`,
  connection: (url: string, reason: string) =>
    `Nothing was published: no whole answer from ${url}: ${reason}`,
  idle: (seconds: number) => `nothing moved for ${seconds} s`,
  closed: "the connection was closed",
  toFolder: (name: string, place: string, files: number, bytes: number) =>
    `Published "${name}": ${files} ${files === 1 ? "file" : "files"}, ${bytes} bytes, at "${place}".`,
  toUrl: (name: string, place: string, files: number, bytes: number) =>
    `Published "${name}": ${files} ${files === 1 ? "file" : "files"}, ${bytes} bytes, uploaded to ${place}.`,
  siteUrl: (url: string) => `The site is at ${url}`,
  noIndex: () => "There is no index.html at its top.",
  leftOut: ({ hidden, links, special, secrets }: LeftOut) => {
    const parts = [
      ...(hidden > 0 ? [`${hidden} hidden`] : []),
      ...(links > 0
        ? [
            links === 1
              ? "1 link that leads out of it or to a folder"
              : `${links} links that lead out of it or to folders`,
          ]
        : []),
      ...(special > 0 ? [`${special} that ${special === 1 ? "is" : "are"} no file`] : []),
      ...(secrets ? ["some that may hold secrets"] : []),
    ];
    return parts.length === 0 ? undefined : `Left out: ${parts.join(", ")}.`;
  },
};
