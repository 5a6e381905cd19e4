/** The server of the snippets, asked by raw requests: a browser would mend their paths and set their Host itself. */
import { existsSync } from "node:fs";
import { request, type IncomingMessage, type RequestOptions } from "node:http";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { serve } from "../../scripts/serve.mjs";

const ROOT = new URL("../../", import.meta.url);

const files = new Map<string, string | Uint8Array>([
  ["/model.glb", "a model"],
  ["/a name.glb", "a name with a space"],
  ["/100%.glb", "a name with a percent sign"],
]);
let server: Awaited<ReturnType<typeof serve>>;
let port: string;

beforeAll(async () => {
  server = await serve({ files });
  port = new URL(server.origin).port;
});

afterAll(() => server.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

async function ask(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, agent: false, ...options }, resolve)
      .on("error", reject)
      .end();
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

async function statusesOf(paths: readonly string[]): Promise<Record<string, number | undefined>> {
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await ask(path)).status])));
}

/** The same status for every path. */
function all(paths: readonly string[], status: number): Record<string, number> {
  return Object.fromEntries(paths.map((path) => [path, status]));
}

describe("files", () => {
  it("of the repository may be kept without asking, if that is asked for, and others never", async () => {
    const lasting = await serve({ files, maxAge: 60 });
    const cachingOf = async (path: string): Promise<unknown> =>
      (await ask(path, { port: new URL(lasting.origin).port })).headers["cache-control"];
    expect(await Promise.all(["/package.json", "/model.glb", "/nothing"].map(cachingOf))).toEqual(["max-age=60", "no-cache", "no-cache"]);
    await lasting.close();
  });

  it("of the repository are served with their type", async () => {
    const page = await ask("/playground/snippets/run.html?name=door&still");
    expect(page).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" } });
    expect(page.body).toContain("<title>A snippet</title>");
    expect(await ask("/playground/snippets/door.js")).toMatchObject({
      status: 200,
      headers: { "content-type": "text/javascript; charset=utf-8" },
    });
    expect(await ask("/node_modules/babylonjs/package.json")).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json" },
    });
  });

  it("put in front of the repository are served by their decoded path", async () => {
    expect(await ask("/model.glb")).toMatchObject({ status: 200, headers: { "content-type": "model/gltf-binary" }, body: "a model" });
    expect(await ask("/a%20name.glb")).toMatchObject({ status: 200, body: "a name with a space" });
    expect(await ask("/100%25.glb")).toMatchObject({ status: 200, body: "a name with a percent sign" });
  });

  it("that are not there are answered by 404, folders too", async () => {
    const paths = ["/none.glb", "/", "/playground", "/playground/snippets/", "/package.json/more", "/package.json%00.png"];
    expect(await statusesOf(paths)).toEqual(all(paths, 404));
    expect(await ask("/%3Cb%3E")).toMatchObject({ body: "there is no /<b>", headers: { "content-type": "text/plain; charset=utf-8" } });
  });

  it("and folders that begin with a dot are not served, however the path is written", async () => {
    for (const file of [".gitignore", ".oxfmtrc.json", ".ci/run"]) {
      expect([file, existsSync(new URL(file, ROOT))]).toEqual([file, true]);
    }
    const paths = [
      ...["/.gitignore", "/%2egitignore", "/%252egitignore", "/src/../.gitignore", "/src/..%2f.gitignore", "/src%5c..%5c.gitignore"],
      ...["/.git", "/.git/config", "/.ci/run", "/.ci%2frun", "//.gitignore/.gitignore", "/.oxfmtrc.json"],
    ];
    expect(await statusesOf(paths)).toEqual(all(paths, 404));
  });

  it("outside of the repository are not served, however the path is written", async () => {
    // the parent folder has this repository, so that a server that goes up finds the file again
    const name = basename(fileURLToPath(ROOT));
    const ups = ["/..", "/%2e%2e", "/%2E.", "/..%2f.", "/..%5c.", "/%252e%252e", "/src/../..", "/src%2f..%2f.."];
    const paths = [...ups.map((up) => `${up}/${name}/LICENSE`), "/..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd", "/%2fetc/passwd"];
    expect(await statusesOf(paths)).toEqual(all(paths, 404));
  });
});

describe("requests", () => {
  it("whose path cannot be decoded are answered by 400, and the server goes on", async () => {
    const paths = ["/%zz", "/%", "/%ff", "/playground/%e0%a4%a", "//"];
    expect(await statusesOf(paths)).toEqual(all(paths, 400));
    expect(await ask("/model.glb")).toMatchObject({ status: 200 });
  });

  it("for this machine are served, by each of its names", async () => {
    for (const name of ["127.0.0.1", "localhost"]) {
      expect([name, await ask("/model.glb", { headers: { host: `${name}:${port}` } })]).toEqual([
        name,
        expect.objectContaining({ status: 200 }),
      ]);
    }
  });

  it("for any other host are refused", async () => {
    const hosts = [
      ...["example.com", `example.com:${port}`, `localhost.example.com:${port}`, `127.0.0.1.example.com:${port}`, `evil@localhost:${port}`],
      ...["localhost", "127.0.0.1", "localhost:1", `127.0.0.2:${port}`, `0.0.0.0:${port}`, `[::1]:${port}`],
    ];
    for (const host of hosts) {
      const answer = await ask("/model.glb", { headers: { host } });
      expect([host, answer.status, answer.body.includes("a model")]).toEqual([host, 403, false]);
    }
    expect(await ask("/model.glb", { headers: { host: "example.com" } })).toMatchObject({
      body: `this server answers to 127.0.0.1:${port} and localhost:${port} only`,
    });
  });

  it("by GET and HEAD are answered, by other methods refused", async () => {
    expect(await ask("/model.glb", { method: "HEAD" })).toMatchObject({
      status: 200,
      headers: { "content-type": "model/gltf-binary" },
      body: "",
    });
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]) {
      const answer = await ask("/model.glb", { method });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "GET, HEAD"]);
    }
  });
});
