// A worker that dies of its first message.
addEventListener("message", () => {
  throw new Error("dying of a message");
});
