import type { Protocol } from '@stationmaster/ocpp'

/** How the hardware of a version behaves; how it speaks is the translators' matter. */
export interface Traits {
  /** The station names its transactions and numbers their messages (2.0.1 part 2, E01); else the central system does. */
  namesTransactions: boolean
  /** Connector statuses tell the phases of charging (1.6 clause 4.9); else only Available and Occupied. */
  tellsPhasesByStatus: boolean
  /** A reset that is not urgent waits for the running transactions (2.0.1 part 2, B12); else it ends them. */
  resetWaitsForIdle: boolean
  /** Unlocking ends the transaction (1.6 clause 5.18); else it is refused while one runs (2.0.1 part 2, F05). */
  unlockEndsTransaction: boolean
  softResetReason: string
  hardResetReason: string
  /** The password that a written value means; null when it is too short, too long or has characters that are not allowed. */
  passwordOf(written: string): string | Uint8Array | null
}

const ofVersion2: Traits = {
  namesTransactions: true,
  tellsPhasesByStatus: false,
  resetWaitsForIdle: true,
  unlockEndsTransaction: false,
  softResetReason: 'Reboot',
  hardResetReason: 'ImmediateReset',
  // passwordString of 16 to 40 characters (2.0.1 part 2, BasicAuthPassword)
  passwordOf: (written) => (/^[\w*\-=:+|@.]{16,40}$/.test(written) ? written : null),
}

const traits: Record<Protocol, Traits> = {
  'ocpp1.6': {
    namesTransactions: false,
    tellsPhasesByStatus: true,
    resetWaitsForIdle: false,
    unlockEndsTransaction: true,
    softResetReason: 'SoftReset',
    hardResetReason: 'HardReset',
    // 16 to 20 bytes in hexadecimal digits (1.6 security whitepaper, clause 4.4); anything else is taken as it stands
    passwordOf: (written) => {
      if (/^([\da-f]{2}){16,20}$/i.test(written)) return Buffer.from(written, 'hex')
      const bytes = Buffer.byteLength(written)
      return bytes >= 16 && bytes <= 20 ? written : null
    },
  },
  'ocpp2.0.1': ofVersion2,
  'ocpp2.1': ofVersion2,
}

export function traitsOf(protocol: Protocol): Traits {
  return traits[protocol]
}
