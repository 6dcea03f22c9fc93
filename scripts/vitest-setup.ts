import fc from 'fast-check'

// every property says what failed, and begins at the seed of the run (scripts/lib/seed.mjs), unless it names another
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.SEED),
  includeErrorInReport: true,
})
