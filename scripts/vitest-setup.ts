import fc from 'fast-check'

// every property begins at the seed of the run (scripts/lib/seed.mjs), unless it names another
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) })
