/** The contract, loaded when the first call is made: it brings the validator, which the first paint does not need. */
export async function loadContract() {
  return (await import('@stationmaster/contract')).contract
}
