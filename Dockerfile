# One image for the bot, the workers and `register`; the command says which. Needs a Redis: see docker-compose.yml.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without scripts: `prepare` would build before the sources are here. No dependency needs an install script.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf src

FROM node:22-bookworm-slim
ENV NODE_ENV=production DATA_DIRECTORY=/data
WORKDIR /app
COPY --from=build /app ./
# A volume put on /data takes this owner over.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# Dead processes end the container by themselves. This tells of one that has lost its Redis.
HEALTHCHECK --interval=60s --timeout=10s --start-period=30s --retries=3 \
  CMD ["node", "--input-type=module", "-e", "import { loadConfig } from '/app/dist/config.js'; import { Redis } from 'ioredis'; const redis = new Redis(loadConfig().redisUrl, { retryStrategy: null, maxRetriesPerRequest: 0, connectTimeout: 5000, commandTimeout: 5000 }); redis.on('error', () => process.exit(1)); await redis.ping().catch(() => process.exit(1)); process.exit(0);"]
CMD ["node", "dist/bot.js"]
