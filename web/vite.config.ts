import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type InlineConfig } from 'vite'
import { texts } from '../scripts/lib/words/texts/plugin.mjs'
import { calls } from './calls.ts'
import { type Bundling, codeSplitting, keepBundling } from './chunks.ts'
import { icons } from './icons.ts'
import { mantineStyles } from './mantine-styles.ts'
import { prerender } from './prerender.ts'

const server = 'http://127.0.0.1:8080'

const config = {
  plugins: [react(), calls(), icons(), texts()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // the build whose worker is a file of its own, as a strict content policy wants it
    alias: [{ find: /^maplibre-gl$/, replacement: 'maplibre-gl/dist/maplibre-gl-csp.js' }],
  },
  // by what minifies them anyway: the whole build takes a seventh less processor time than with the usual chain
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // every asset is a file: the content policy lets no data: font or style in
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/health': server,
      '/ocpp': { target: server, ws: true },
    },
  },
} satisfies InlineConfig

/** What the mode "bundling" has found out, by `npm run chunks`; `npm run check` says where that is no longer so. */
const bundling: Bundling = JSON.parse(readFileSync(new URL('bundling.json', import.meta.url), 'utf8'))

export default defineConfig(({ command, mode }) => {
  if (command !== 'build') return config
  if (mode === 'bundling') return { ...config, plugins: [...config.plugins, keepBundling()] }
  return {
    ...config,
    plugins: [...config.plugins, mantineStyles(bundling.styles), prerender(config)],
    build: { ...config.build, rolldownOptions: { output: { codeSplitting: codeSplitting(bundling) } } },
  }
})
