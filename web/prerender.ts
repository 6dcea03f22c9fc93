import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, defaultServerConditions, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { type DrawnPage, drawnInto, drawnOver } from './src/drawn-page.ts'

/** What src/prerender.tsx exports, which is not for the compiler of the build. */
interface Prerendered extends DrawnPage {
  path: string
  language: string
}

/** The page of every location of the public network, before anything is drawn. */
const placePath = '/network-place'

/** The modules of pages, of which a page names the files, so that they come at once and not one after the other. */
const modulesOf: Record<string, string[]> = {
  '/': ['layout/public/public-layout.tsx', 'pages/public/landing/landing-page.tsx', 'virtual:texts/*/first'],
  '/login': [
    'layout/public/public-layout.tsx',
    'pages/people/login/log-in-page.tsx',
    'virtual:texts/*/first',
  ],
  '/signup': [
    'layout/public/public-layout.tsx',
    'pages/people/login/sign-up-page.tsx',
    'virtual:texts/*/first',
  ],
  '/network': [
    'layout/public/public-layout.tsx',
    'pages/public/network/network-page.tsx',
    'virtual:texts/*/network',
  ],
  [placePath]: [
    'layout/public/public-layout.tsx',
    'pages/public/network/place-page.tsx',
    'virtual:texts/*/network',
  ],
  '/dashboard': [
    'layout/app-layout.tsx',
    'pages/figures/dashboard/dashboard-page.tsx',
    'virtual:texts/*/all',
  ],
}

/**
 * Writes the first pages of visitors whole, `pages/<language>/<path>.html`, so that they are seen before anything runs. The
 * application takes their place (routes/root.tsx); the start page loads it for those who do something there (public/awake.js).
 * Of the dashboard its frame and head are drawn into the shell that all other pages have.
 */
export const prerender = (config: InlineConfig): Plugin => ({
  name: 'prerender',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const template = await readFile(join(dir, 'index.html'), 'utf8')
    const write = async (language: string, path: string, html: string) => {
      const file = join(dir, 'pages', language, `${path.slice(1) || 'index'}.html`)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, html)
    }
    const { languages, prerender: draw } = await buildDrawing(config, join(dir, 'server'))
    await buildChargeScript(config, dir)
    for (const page of await draw()) {
      const blank = inLanguage(template, page.language, page.path, bundle)
      await write(
        page.language,
        page.path,
        page.path === '/dashboard'
          ? drawnInto(blank, page.html)
          : drawnOver(blank, page, { asleep: page.path === '/' }),
      )
    }
    // its content is drawn for each request (server/src/slices/public/network/pages.ts)
    for (const language of languages)
      await write(language, placePath, inLanguage(template, language, placePath, bundle))
  },
})

/** Drivers' pages without the application: drawn by the server for each request, with one script of their own. */
const chargePages = 'src/pages/public/charge'

/** Builds the script of the drivers' pages, `/charge.js`; what reads codes is a file beside it, which few need. */
async function buildChargeScript(config: InlineConfig, outDir: string): Promise<void> {
  await build({
    ...config,
    plugins: [],
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: { charge: `${chargePages}/browser.ts` },
        output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
  })
}

/** Builds what draws pages where there is no browser, for us and for the server, and loads it. */
async function buildDrawing(
  config: InlineConfig,
  outDir: string,
): Promise<{ languages: readonly string[]; prerender(): Promise<Prerendered[]> }> {
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      ssr: true,
      rolldownOptions: {
        input: { prerender: 'src/prerender.tsx', charge: `${chargePages}/draw.tsx` },
        output: { entryFileNames: '[name].js' },
      },
      outDir,
      minify: false,
      copyPublicDir: false,
    },
    ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
  })
  return import(pathToFileURL(join(outDir, 'prerender.js')).href)
}

/** The page that all addresses share, in a language and with the files of one. */
function inLanguage(template: string, language: string, path: string, bundle: Rolldown.OutputBundle): string {
  const { styles, scripts } = filesOf(
    // only the paths of `modulesOf` are drawn
    modulesOf[path]!.map((module) => module.replace('*', language)),
    bundle,
  )
  const links = [
    ...fontsOf(language, path, bundle).map(
      (font) => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`,
    ),
    ...styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}" />`),
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}" />`),
    // every link above has an address
  ].filter((link) => !template.includes(/href="[^"]+"/.exec(link)![0]))
  return template
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
}

/** The files that modules of the application are in, or need at once. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle): { styles: string[]; scripts: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const holding = (module: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(module)))! // every module is in a chunk
  const needed = new Set(modules.map(holding))
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk)
  return {
    styles: [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    scripts: [...needed].map(({ fileName }) => fileName),
  }
}

/** The letters of the language, and the sign that stands beside the office's amounts: what comes later lays the page out once more. */
function fontsOf(language: string, path: string, bundle: Rolldown.OutputBundle): string[] {
  const wanted = ['inter-latin-wght']
  if (language === 'ru') wanted.push('inter-cyrillic-wght')
  if (path === '/dashboard') wanted.push('inter-rouble-wght')
  return Object.keys(bundle).filter((file) => wanted.some((name) => file.includes(name)))
}
