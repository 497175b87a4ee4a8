# One image for the bot, the workers and `register`; the command selects one of them.
# The bot and the workers need a Redis: see docker-compose.yml.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/stand-in/package.json packages/stand-in/
COPY packages/playground/package.json packages/playground/
# Scripts are off, because `prepare` would build before the sources are copied. No dependency needs an install script.
RUN npm ci --ignore-scripts
COPY . .
# Pruning keeps TypeScript, an optional peer of a dependency, and types. Maps and declarations are a third of the rest.
RUN npm run build && npm prune --omit=dev --ignore-scripts \
  && rm -rf src packages/*/src rolldown.config.ts tsconfig*.json packages/*/tsconfig.json \
    node_modules/typescript node_modules/@typescript node_modules/@types \
  && find dist packages node_modules -type f \( -name '*.map' -o -name '*.tsbuildinfo' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

FROM node:24-slim
ENV NODE_ENV=production DATA_DIRECTORY=/data HTTP_PORT=9464
WORKDIR /app
COPY --from=build /app ./
# A volume mounted on /data inherits this owner. VOLUME would give every container a writable volume without a name.
RUN mkdir /data && chown node:node /data
USER node
# This check detects a process that hangs. One that exits ends the container anyway, and /readyz reports readiness.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.HTTP_PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/bot.js"]
