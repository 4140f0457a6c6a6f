import { expect, test } from "vitest";
import { createFaultyServer } from "./sw-server.ts";
import { askFrom, jsonOf, posting, registerOn } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();

/** Adds an <img> with this URL to the page, and resolves to the width of the picture, or to 0 if it could not be
 *  loaded. */
const widthOf = (url: string) =>
  stage.page.evaluate(async (url) => {
    const image = document.body.appendChild(new Image());
    image.src = url;
    await image.decode().catch(() => undefined);
    return image.naturalWidth;
  }, url);

test.each(["", "/codes"])(
  "shows pictures of links while a server on another origin is down; prefix %j",
  async (prefix) => {
    const server = await createFaultyServer();
    await registerOn(stage.page, { server: server.url, prefix });
    server.fault = "away";
    await stage.site.leave();
    const made = await askFrom(stage.page, `${prefix}/api/i`, posting({ data: "made offline" }));
    const { id, url, image, svg, token } = jsonOf(made);
    expect(url).toBe(`${server.url}/i/${id}`);
    const own = `${stage.site.url}${prefix}/i/${id}`;
    expect([image, svg]).toEqual([`${own}.png`, `${own}.svg`]);
    expect(token).toEqual(expect.any(String));
    expect(await widthOf(image)).toBe(256);
    expect(await widthOf(svg)).toBe(256);
    await server.close();
  },
);
