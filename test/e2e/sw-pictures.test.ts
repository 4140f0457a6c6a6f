import { expect, test } from "vitest";
import { createMoodyServer } from "./sw-server.ts";
import { askFrom, jsonOf, posting, registerOn } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();

/** The width of the picture that an <img> of the page shows; 0 if it shows none. */
const widthOf = (url: string) =>
  stage.page.evaluate(async (url) => {
    const image = document.body.appendChild(new Image());
    image.src = url;
    await image.decode().catch(() => undefined);
    return image.naturalWidth;
  }, url);

test.each(["", "/codes"])(
  "with a server on another origin that is down, pictures of links are shown; prefix %j",
  async (prefix) => {
    const server = await createMoodyServer();
    await registerOn(stage.page, { server: server.url, prefix });
    server.mood = "away";
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
