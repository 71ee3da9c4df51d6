# The service alone: no compiler, no development packages, not root, nothing written but /data.
FROM node:26-slim AS packages
WORKDIR /dray
COPY package.json package-lock.json .npmrc ./
# The image brings Node 26 itself, so the pinned one (an optional package) stays out.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:26-slim AS console
WORKDIR /dray
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY client ./client
COPY contract ./contract
COPY docs ./docs
COPY CHANGELOG.md SECURITY.md ./
COPY console ./console
COPY driver ./driver
COPY guide ./guide
RUN node console/build.js

FROM node:26-slim
ENV NODE_ENV=production DRAY_HOST=0.0.0.0 DRAY_DATA=/data DRAY_DEMO=false
WORKDIR /dray
COPY --from=packages /dray/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY cli ./cli
COPY client ./client
COPY contract ./contract
COPY server ./server
COPY solver ./solver
COPY --from=console /dray/console/dist ./console/dist
COPY --from=console /dray/driver/dist ./driver/dist
COPY --from=console /dray/guide/dist ./guide/dist
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.DRAY_PORT || 8080) + '/health/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-semi-space-size=8", "bin/dray.js"]
CMD ["serve"]
