// A server with bounds that a test can wait for: the folder of the program, and the bounds as JSON.

const [folder, limits] = process.argv.slice(2);
const { startServer } = await import(`file://${folder}/node.js`);
const server = await startServer({ port: 0, host: "127.0.0.1", links: "memory:" }, JSON.parse(limits));
console.log(`isoqr is serving on ${server.url}`);
