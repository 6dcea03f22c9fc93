import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../../config/config.ts'
import { loggedRequest } from './logged-request.ts'

/** The server's log: JSON lines on standard output. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>): FastifyBaseLogger =>
  pino({ level: logLevel, serializers: { req: loggedRequest, err: pino.stdSerializers.err } })
