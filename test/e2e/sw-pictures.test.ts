import { expect, test } from "vitest";
import { createService } from "../../src/service/service.ts";
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

test("draws codes with looks offline, like the service", async () => {
  const query = "/api/qr?data=x&format=svg&eyeStyle=leaf&gradient=linear,45,1a5fb4,813d9c&frame=rounded";
  await registerOn(stage.page);
  await stage.site.leave();
  const { body } = await createService().generate(Object.fromEntries(new URLSearchParams(query.split("?")[1])));
  const response = await askFrom(stage.page, query);
  expect([response.status, response.body]).toEqual([200, btoa(String(body))]);
});
