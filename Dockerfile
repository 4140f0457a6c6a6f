# The server with every optional package that it can use. Nothing is fetched while it runs, and it writes only to /data.
#
# The base image is node:22-bookworm-slim of October 2026, which is Node 22.23.3, pinned by the digest of its index of
# platforms: tags can be moved. To update it: docker buildx imagetools inspect node:22-bookworm-slim
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build \
  && node scripts/image-packages.mjs \
  && npm prune --omit=dev --no-audit --no-fund \
  && mkdir /data

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 LINKS=sqlite:/data/links.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build --chown=1000:1000 /data /data
VOLUME /data
# The user node, by number: Kubernetes can check that a number is not root, but not a name.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/serve.js"]
