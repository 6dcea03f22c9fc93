/** The neutral language in which stations speak to the central system. Versions end at the translators. */

import type { ReckonedCost } from './commands/station-tariff.ts'
import type {
  EventStream,
  ShownText,
  StationMonitor,
  StationSetting,
  VariableNotice,
} from './station-settings.ts'

export type * from './station-settings.ts'

/**
 * Which connector a station means. 2.x names an EVSE and a connector in it; 1.6 counts connectors through the whole
 * station (`ordinal`, from 1). `evse: 0` or `ordinal: 0` is the station itself.
 */
export interface ConnectorRef {
  evse?: number
  connector?: number
  ordinal?: number
}

/** What a driver identifies with. `type` is the 2.0.1 IdTokenType; 1.6 idTags come as 'ISO14443'. */
export interface IdToken {
  token: string
  type: string
}

/** Connector statuses of both versions. */
export type ConnectorState =
  | 'Available'
  | 'Preparing'
  | 'Occupied'
  | 'Charging'
  | 'SuspendedEVSE'
  | 'SuspendedEV'
  | 'Finishing'
  | 'Reserved'
  | 'Faulted'
  | 'Unavailable'

/** One measured value as the station sent it, for display; `value` is multiplied by 10^multiplier. */
export interface RawMeasurement {
  context: string
  measurand: string
  phase?: string
  location?: string
  value: number
  multiplier: number
  unit: string
}

/** One moment of a meter, in our units; what the station did not measure is absent. */
export interface MeterSample {
  /** the station's own time; absent when it sent none that can be read */
  at?: Date
  context: string
  /** energy register (Energy.Active.Import.Register, or else Energy.Active.Net), Wh to the thousandth */
  energyWh?: number
  /** energy since the sample before (Energy.Active.Import.Interval), Wh to the thousandth */
  intervalWh?: number
  /** W */
  powerW?: number
  /** percent */
  soc?: number
  /** A, the highest phase */
  currentA?: number
  /** V, the mean of the phases */
  voltageV?: number
  raw: RawMeasurement[]
}

/** A value that a meter has signed, as it came: nothing in it is changed, or nobody could check it any more. */
export interface SignedValue {
  /** the station's own time; absent when it sent none that can be read */
  at?: Date
  context: string
  /** 1.6: all that stands in the value; 2.x: the base64 of what the meter has signed */
  data: string
  /** 2.x: how the data is written, such as OCMF */
  encodingMethod?: string
  /** 2.x: how it is signed */
  signingMethod?: string
  /** 2.x: the key to check it with, as the station says */
  publicKey?: string
}

export interface NoticedConnector {
  at: ConnectorRef
  state: ConnectorState
  happenedAt?: Date
}

/** What names a certificate. */
export interface CertificateHashes {
  hashAlgorithm: string
  issuerNameHash: string
  issuerKeyHash: string
  serialNumber: string
}

/** A certificate whose revocation is in question, named by hashes, and its responder (RFC 6960). */
export interface CertificateInQuestion extends CertificateHashes {
  responderUrl: string
}

/** A certificate of a chain whose state is in question, and who may know it: responders (OCSP), or lists of what is revoked (CRL). */
export interface LinkInQuestion extends CertificateHashes {
  source: 'OCSP' | 'CRL'
  urls: string[]
}

/** What is known of a certificate of a chain, in the standard's words. */
export interface LinkState {
  status: 'Good' | 'Revoked' | 'Unknown' | 'Failed'
  /** from when more may be known */
  nextUpdate: Date
}

/** The part of ISO 15118 by whose rules a certificate is that stations show to cars: -2 or -20. */
export type CarPart = 2 | 20

/** What a car's contract proves itself by (ISO 15118; 2.0.1 part 2, C07). */
export interface ContractProof {
  /** the contract's certificate, and those between it and the root, PEM: the station could not check them */
  chain?: string
  /** the certificates of the chain, which the station has checked but for their revocation */
  hashes?: CertificateInQuestion[]
}

/** What is said of a contract's certificates, in the standard's words. */
export type ContractVerdict =
  | 'Accepted'
  | 'SignatureError'
  | 'CertificateExpired'
  | 'CertificateRevoked'
  | 'NoCertificateAvailable'
  | 'CertChainError'
  | 'ContractCancelled'

/** What came of a payment at a station's own terminal. */
export interface TerminalPayment {
  /** absent: it was given up before a transaction began */
  transactionId?: string
  /** the payment's reference at the payment service of the terminal */
  reference: string
  /** settled: taken; canceled: nothing was due; rejected: by the payment service; failed: it could not be reached */
  status: 'settled' | 'canceled' | 'rejected' | 'failed'
  info?: string
  /** taken, or tried to be taken */
  amountMinor: number
  happenedAt?: Date
  /** of the receipt that the station or its terminal has made */
  receiptId?: string
  receiptUrl?: string
  /** of the company that wants a receipt, with its name and address on lines */
  vatNumber?: string
  company?: string
}

/** What a station calls its request for a certificate, in every version. */
export const certificateRequest = 'SignCertificate'

export type StationEvent =
  | {
      type: 'station.booted'
      vendorName: string
      model: string
      serialNumber?: string
      firmwareVersion?: string
      iccid?: string
      imsi?: string
      /** 2.x BootReason; absent in 1.6 */
      reason?: string
    }
  | { type: 'station.beat' }
  | {
      type: 'connector.changed'
      at: ConnectorRef
      state: ConnectorState
      errorCode?: string
      info?: string
      vendorErrorCode?: string
      happenedAt?: Date
    }
  | {
      type: 'token.presented'
      token: IdToken
      /** 2.x: of a car that pays by itself */
      proof?: ContractProof
      /** what the central system has found of the proof */
      verdict?: ContractVerdict
    }
  | {
      type: 'charging.started'
      at: ConnectorRef
      token?: IdToken
      /** 2.x: the station's own; in 1.6 the answer names it */
      transactionId?: string
      sequence?: number
      /** 2.x: the number that our RequestStartTransaction gave */
      remoteStartId?: number
      reservationId?: number
      /** Wh to the thousandth; 2.x: from the Transaction.Begin sample where there is one */
      meterWh?: number
      happenedAt?: Date
      samples: MeterSample[]
      /** absent: none */
      signed?: SignedValue[]
      offline: boolean
      /** energy may flow only once the state says so; 1.6 starts are always charging */
      charging: boolean
      /** the station has reported no charging state, so the transaction counts as charging */
      assumed?: true
      /** 2.x: it holds an energy register that cannot be read */
      unreadable?: true
      /** natural key of a 1.6 start: connector, tag, timestamp, meter; absent in 2.x */
      startKey?: string
    }
  | {
      type: 'meter.sampled'
      /** 1.6 MeterValues may name no connector that we know, 2.x Updated may name none at all */
      at?: ConnectorRef
      /** absent: clock-aligned values outside a transaction */
      transactionId?: string
      sequence?: number
      token?: IdToken
      remoteStartId?: number
      reservationId?: number
      samples: MeterSample[]
      /** absent: none */
      signed?: SignedValue[]
      happenedAt?: Date
      offline: boolean
      /** 2.x chargingState; 1.6 tells it by connector.changed */
      chargingState?: 'Charging' | 'EVConnected' | 'SuspendedEV' | 'SuspendedEVSE' | 'Idle'
      unreadable?: true
      /** 2.1: so far, where the station reckons it */
      cost?: ReckonedCost
    }
  | {
      type: 'charging.ended'
      /** 1.6: our integer as text; 2.x: the station's own */
      transactionId: string
      sequence?: number
      at?: ConnectorRef
      token?: IdToken
      remoteStartId?: number
      reservationId?: number
      /** Wh to the thousandth; 2.x: from the Transaction.End sample, or the last that has energy */
      meterWh?: number
      happenedAt?: Date
      samples: MeterSample[]
      /** absent: none */
      signed?: SignedValue[]
      /** OCPP stop reason; 'Local' when none is sent, as the standard says */
      reason: string
      offline: boolean
      unreadable?: true
      /** 2.1: of the whole transaction, where the station reckons it */
      cost?: ReckonedCost
    }
  | { type: 'vendor.message'; vendorId: string; messageId?: string; content: unknown }
  | { type: 'firmware.changed'; status: string; requestId?: number }
  | { type: 'upload.changed'; status: string; requestId?: number }
  | { type: 'security.reported'; kind: string; happenedAt?: Date; info?: string }
  /** 2.x: a part of the requested report; the last part has no `more` */
  | { type: 'settings.reported'; requestId: number; more: boolean; settings: StationSetting[] }
  | { type: 'texts.reported'; requestId: number; more: boolean; texts: ShownText[] }
  | { type: 'monitors.reported'; requestId: number; more: boolean; monitors: StationMonitor[] }
  /** connectors: those whose status is among what was noticed, which is how 2.1 reports it */
  | { type: 'variables.noticed'; notices: VariableNotice[]; connectors?: NoticedConnector[] }
  | { type: 'reservation.ended'; reservationId: number; status: string }
  /**
   * 2.x: what others allow at a station, instead of what their source has said of that place before; nothing: it allows all again. A
   * report adds to what is known.
   */
  | { type: 'limits.noticed'; source: OutsideSource; evse?: number; report?: number; limits: OutsideLimit[] }
  /** 2.1: a driver has paid at the station's own terminal, or could not */
  | ({ type: 'payment.settled' } & TerminalPayment)
  /** 2.1: a transaction comes before others, or no longer does, as the station says */
  | { type: 'priority.changed'; transactionId: string; active: boolean }
  /** 2.1: values of what a monitor watches will come without being requested; refused: there are too many already */
  | ({ type: 'stream.opened'; refused?: true } & EventStream)
  | { type: 'stream.closed'; streamId: number }
  /** a request in PEM for a certificate of the station's own (`forCars: null`); 2.x: or for one that cars are shown */
  | {
      type: 'certificate.requested'
      request: string
      forCars: CarPart | null
      /** 2.1: the number by which the certificate that follows names this request */
      requestId?: number
      /** 2.1: the root at which the certificate is to end */
      root?: CertificateHashes
      /** why it will not be signed, once it has been looked at; null: it will be */
      refusal?: string | null
    }
  /** 2.x: a car wants its contract's certificate; the request is for whoever made the contract, and is passed on as it is */
  | {
      type: 'contract.requested'
      schemaVersion: string
      update: boolean
      exiRequest: string
      /** what it is answered, once that is known; null: no certificate */
      exiResponse?: string | null
    }
  /** 2.x: a station asks whether a certificate is revoked, to show the answer to a car */
  | {
      type: 'certificate.inquired'
      certificate: CertificateInQuestion
      /** the responder's answer (OCSP, base64), once it is there; null: none that can be used */
      response?: string | null
    }
  /** 2.1: a station asks how the certificates of a chain stand */
  | {
      type: 'chain.inquired'
      links: LinkInQuestion[]
      /** in their order, once it is known */
      states?: LinkState[]
    }
  /** Known, needs no more than to be journaled and answered harmlessly. */
  | { type: 'noted'; action: string; payload: unknown }

/** The energy management of a building, the grid's operator, a charging operator by another way, or whoever. */
export type OutsideSource = 'EMS' | 'SO' | 'CSO' | 'Other'

/** A limit that somebody else has set at a station: the grid's operator, the energy management of a building. */
export interface OutsideLimit {
  /** of its profile or schedule */
  id: number
  unit: 'A' | 'W'
  /** absent: from when it was reported */
  from?: Date
  seconds?: number
  /** null: none */
  periods: { startSeconds: number; limit: number | null }[]
}

/** NoCredit: the driver owes too much; 1.6, which has no such word, says Blocked */
export type AuthorizationStatus = 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx' | 'NoCredit'

/** Whether a station is accepted. We read and configure a Pending station first; a Rejected one gets no command until it boots again. */
export type Registration = 'Accepted' | 'Pending' | 'Rejected'

/** What the central system says of a card. */
export interface Authorization {
  status: AuthorizationStatus
  /** until when the card is good */
  expiresAt?: Date
  /** the cards of one group may end each other's transactions and use each other's reservations */
  group?: string
}

/** Where a station ends a transaction by itself, also without a connection; only 2.1 can carry it. */
export interface TransactionLimit {
  costMinor?: number
  energyWh?: number
  /** from its start on */
  seconds?: number
  /** percent */
  soc?: number
}

/** What the central system answers; each translator makes its version's payload of it. */
export type StationReply =
  | { type: 'booted'; status: Registration; now: Date; intervalSeconds: number }
  | { type: 'beat'; now: Date }
  /** certificateStatus: where the car's contract was looked at */
  | ({ type: 'authorization'; certificateStatus?: ContractVerdict } & Authorization)
  /** to charging.started; transactionId only matters to 1.6 */
  | ({
      type: 'charging'
      transactionId: number
      totalCostMinor?: number
      limit?: TransactionLimit
    } & Authorization)
  /** to meter.sampled and charging.ended; totalCostMinor is minor units, only 2.x can carry it */
  | ({ type: 'accepted'; totalCostMinor?: number; limit?: TransactionLimit } & Partial<Authorization>)
  | { type: 'vendor'; status: 'Accepted' | 'Rejected' | 'UnknownMessageId' | 'UnknownVendorId' }
  | { type: 'signing'; accepted: boolean }
  /** null: no certificate */
  | { type: 'contract'; exiResponse: string | null }
  /** OCSP, base64; null: not known */
  | { type: 'revocation'; response: string | null }
  /** in the order in which the certificates were named */
  | { type: 'chain'; states: LinkState[] }
  /** the number of a receipt; absent: there is none */
  | { type: 'settlement'; receiptId?: string }
  | { type: 'stream'; accepted: boolean }
  | { type: 'done' }
