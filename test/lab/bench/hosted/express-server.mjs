import express from "express";
import QRCode from "qrcode";

/** The obvious alternative to this service: express with the package qrcode and the same defaults. */

const app = express();
app.disable("x-powered-by");
app.get("/api/qr", async (request, response) => {
  const { data, size } = request.query;
  const settings = { width: Number(size), errorCorrectionLevel: "M", margin: 4 };
  response.set("Cache-Control", "public, max-age=86400").type("png");
  response.send(await QRCode.toBuffer(String(data), settings));
});
const server = app.listen(0, "127.0.0.1", () => {
  console.log(`express is serving on http://127.0.0.1:${server.address().port}`);
});
