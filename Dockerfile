# The shop as an image: `docker build -t skillhaat .`; see docs/containers.md. It has no PostgreSQL.
# BASE builds: any Debian or Ubuntu with Node 22.18 or newer and npm. RUNTIME runs: any with glibc and bash.
# Behind a company's certificate: `docker build --secret id=certificate,src=company.pem …`.
ARG BASE=docker.io/library/node:24.21.0-bookworm-slim
ARG RUNTIME=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
# The packages first: they change less often than the sources.
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY server/contract/package.json server/contract/
COPY web-store/package.json web-store/
COPY desktop-admin/package.json desktop-admin/
RUN --mount=type=secret,id=certificate \
    if [ -f /run/secrets/certificate ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/certificate; fi; \
    npm ci --omit=dev --workspace=server/contract --workspace=server --workspace=web-store
COPY . .
RUN --mount=type=secret,id=certificate \
    if [ -f /run/secrets/certificate ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/certificate; fi; \
    node run.mjs pack --bare /release

FROM ${RUNTIME}
# More Debian packages, such as `ffmpeg`, with which the shop converts videos itself.
ARG PACKAGES=""
RUN if [ -n "$PACKAGES" ]; then apt-get update && apt-get install -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; fi
WORKDIR /app
COPY --from=build /release ./
# A number instead of a name, so that Kubernetes sees that it is not root.
RUN install -d -o 10001 -g 10001 /data /backups
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data HOME=/tmp NODE_COMPILE_CACHE=/tmp/compile
ENV PATH=/app/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# By bash alone: a Node for each check would cost more than the idle shop.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /api/health HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# The flags of `npm start` (server/node-flags.json). Run a command with `docker run … node run.mjs backup …`.
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=768", "server/dist/main.mjs"]
