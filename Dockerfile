# syntax=docker/dockerfile:1

# One image for every app; the command says which: node apps/<app>/src/main.ts

FROM node:24-bookworm-slim AS manifests
WORKDIR /parley
COPY . .
# Nothing but what npm reads, so that a change of code alone does not install everything again.
RUN mkdir /manifests \
 && cp --parents package.json package-lock.json .npmrc apps/*/package.json packages/*/package.json /manifests

FROM node:24-bookworm-slim AS client
WORKDIR /parley
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY prisma ./prisma
COPY prisma.config.ts ./
COPY scripts/generate-client.mjs ./scripts/
RUN node scripts/generate-client.mjs
COPY apps/console/web ./apps/console/web
RUN node apps/console/web/build.ts

FROM node:24-bookworm-slim AS dependencies
WORKDIR /parley
COPY --from=manifests /manifests ./
# Prisma's own command is an optional peer of its client; without `optional` it would come along.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --omit=optional \
    -w apps/bot-reply-worker \
    -w apps/cli \
    -w apps/console \
    -w apps/gateway \
    -w apps/credits-worker \
    -w apps/ingest-worker \
    -w apps/webhook-delivery-worker

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /parley
COPY --from=dependencies /parley ./
COPY prisma ./prisma
COPY packages ./packages
COPY apps ./apps
COPY --from=client /parley/packages/data/src/generated ./packages/data/src/generated
COPY --from=client /parley/apps/console/web/dist ./apps/console/web/dist
# A new volume takes over whose folder it is laid on.
RUN mkdir -p /var/lib/parley/media && chown -R node:node /var/lib/parley
USER node
EXPOSE 3000 8443 9090
CMD ["node", "apps/gateway/src/main.ts"]
