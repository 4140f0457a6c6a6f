// A worker that crashes on its first message.
addEventListener("message", () => {
  throw new Error("dying of a message");
});
