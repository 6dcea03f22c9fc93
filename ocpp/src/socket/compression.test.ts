import { expect, test } from 'vitest'
import { boundedOffer } from './compression.ts'

const usual = 'permessage-deflate; server_max_window_bits=11'

test.each([
  ['permessage-deflate', usual],
  ['permessage-deflate; client_max_window_bits', `${usual}; client_max_window_bits=11`],
  ['permessage-deflate; client_max_window_bits=15', `${usual}; client_max_window_bits=11`],
  ['permessage-deflate; client_max_window_bits="9"', `${usual}; client_max_window_bits=9`],
  ['permessage-deflate; client_max_window_bits=8', `${usual}; client_max_window_bits=8`],
  ['permessage-deflate ;server_max_window_bits=9', 'permessage-deflate; server_max_window_bits=9'],
  ['permessage-deflate; server_no_context_takeover; client_no_context_takeover', usual],
  ['x-webkit-deflate-frame, permessage-deflate', usual],
  ['permessage-deflate; server_max_window_bits=8, permessage-deflate', usual],
])('of the offer %s we accept %s', (offer, accepted) => {
  expect(boundedOffer(offer)).toBe(accepted)
})

test.each([
  undefined,
  '',
  ';;,=,',
  'permessage-bzip2',
  'permessage-deflate; server_max_window_bits=8',
  'permessage-deflate; server_max_window_bits=16',
  'permessage-deflate; server_max_window_bits',
  'permessage-deflate; client_max_window_bits=7',
  'permessage-deflate; client_max_window_bits=1e1',
  'permessage-deflate; client_max_window_bits; client_max_window_bits=10',
  'permessage-deflate; client_no_context_takeover=yes',
  'permessage-deflate; teapot',
])('of the offer %s we take nothing', (offer) => {
  expect(boundedOffer(offer)).toBeUndefined()
})
