import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

// The upper bound: a central system that parses each call and answers every one alike, with what satisfies them all. It
// decides nothing and keeps nothing.
const constant =
  '{"status":"Accepted","currentTime":"2026-01-01T00:00:00.000Z","interval":300,' +
  '"idTagInfo":{"status":"Accepted"},"idTokenInfo":{"status":"Accepted"},"transactionId":'
let answered = 0

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  backlog: 4096,
  perMessageDeflate: false,
  handleProtocols: (offered) => offered.values().next().value ?? false,
})
server.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (data: Buffer) => {
    const [type, messageId] = JSON.parse(data.toString()) as [number, string]
    answered += 1
    if (type === 2) socket.send(`[3,${JSON.stringify(messageId)},${constant}${answered}}]`)
  })
})
server.on('listening', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
