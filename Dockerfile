# The console as an image: `docker build -t mission-control .`; docs/operating.md explains how to run it. It contains no secrets:
# every setting is a variable of the container (docs/configuration.md).

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY packages/published-files/package.json packages/published-files/
COPY packages/soap-forms/package.json packages/soap-forms/
COPY packages/spreadsheet/package.json packages/spreadsheet/
COPY server/package.json server/
COPY sandbox/package.json sandbox/
COPY web/package.json web/
RUN npm ci --ignore-scripts
COPY . .
# Addresses compiled into the browser bundle (docs/operating.md); its defaults when absent.
ARG VITE_TRANSLATIONS_STATUS_URL
ARG VITE_VAL_URL
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY packages/published-files/package.json packages/published-files/
COPY packages/soap-forms/package.json packages/soap-forms/
COPY packages/spreadsheet/package.json packages/spreadsheet/
COPY server/package.json server/
COPY sandbox/package.json sandbox/
COPY web/package.json web/
RUN npm ci --ignore-scripts --omit=dev --workspace server --workspace contract --workspace sandbox \
  --workspace packages/published-files --workspace packages/soap-forms --workspace packages/spreadsheet

FROM node:24-bookworm-slim
# Releases are read with git, over ssh if the address of the repository says so.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 0750 /data
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY contract contract
COPY packages packages
COPY server server
COPY sandbox sandbox
COPY docs/guide.md docs/
COPY docs/guide docs/guide
COPY --from=build /app/web/dist web/dist
ENV HOST=0.0.0.0 PORT=4400 DATA_DIR=/data
USER node
EXPOSE 4400
VOLUME /data
# A worker serves no requests: compose.yaml disables this for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/app/main.ts"]
