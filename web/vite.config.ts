import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // the build whose worker is a file of its own, as a strict content policy wants it
    alias: [{ find: /^maplibre-gl$/, replacement: 'maplibre-gl/dist/maplibre-gl-csp.js' }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // every asset is a file: the content policy lets no data: font or style in
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // The first paint needs the lists of words for the routes, but not the validator that the contract's calls bring.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'words', test: /contract[\\/]src[\\/]enums/ }] } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/health': server,
      '/ocpp': { target: server, ws: true },
    },
  },
})
