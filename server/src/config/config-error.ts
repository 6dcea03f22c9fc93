import { StartError } from '../platform/database/database-fault.ts'

/** A bad variable or flag; the message is the one line that a person reads. */
export class ConfigError extends StartError {}
