// Loaded into a measured process ahead of its program: on SIGUSR2 it collects its garbage, so that resident memory says
// what is kept and not when the last collection was.
process.on('SIGUSR2', () => {
  for (let i = 0; i < 3; i += 1) (globalThis as { gc?: () => void }).gc?.()
})
