import { expect, test } from 'vitest'
import { isOfService } from './push-services.ts'

const services = ['https://fcm.googleapis.com', 'https://*.push.apple.com', 'http://127.0.0.1:9000']

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:443/abc',
  'https://web.push.apple.com/QabC',
  'http://127.0.0.1:9000/x',
])('%s is of a push service', (endpoint) => expect(isOfService(endpoint, services)).toBe(true))

test.each([
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/',
  'https://user:word@fcm.googleapis.com/',
  'https://fcm.googleapis.com:8443/abc',
  'https://push.apple.com/abc',
  'https://evilpush.apple.com/abc',
  'http://web.push.apple.com/abc',
  'https://web.push.apple.com:8443/abc',
  'http://127.0.0.1:9001/x',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'nothing',
])('%s is not', (endpoint) => expect(isOfService(endpoint, services)).toBe(false))
