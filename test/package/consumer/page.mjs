import { toPng, toSvg } from "isoqr";
import { createClient } from "isoqr/client";
import "isoqr/element/define";
import { wifi } from "isoqr/payload";
import { createPool } from "isoqr/workers";

// Uses all entries for pages, and stores the results in `window.results`.

const text = wifi.build({ ssid: "Guests", password: "12345678" });
const element = document.createElement("qr-code");
element.data = text;
document.body.append(element);

const pool = createPool({ size: 1 });
Promise.all([pool.toPng(text, { size: 512 }), element.toBlob("svg").then((blob) => blob.text())])
  .then(([pooled, drawn]) => ({
    pooled: String(pooled) === String(toPng(text, { size: 512 })),
    drawn: drawn === toSvg(text),
    address: createClient({ baseUrl: "https://qr.example" }).generateUrl({ data: "x" }),
    bytes: [...pooled],
  }))
  .catch((error) => ({ error: String(error) }))
  .then((results) => {
    window.results = results;
    pool.dispose();
  });
