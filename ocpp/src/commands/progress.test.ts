import { expect, test } from 'vitest'
import { firmwareOutcomeOf, uploadOutcomeOf } from './progress.ts'

test.each([
  ['Uploading', 'under_way'],
  ['Uploaded', 'done'],
  ['UploadFailed', 'failed'],
  ['UploadFailure', 'failed'],
  ['PermissionDenied', 'failed'],
  ['AcceptedCanceled', 'failed'],
  ['a word of its own', 'under_way'],
  ['constructor', 'under_way'],
])('an upload that is %s is %s', (word, outcome) => {
  expect(uploadOutcomeOf(word)).toBe(outcome)
})

test.each([
  ['Downloading', 'under_way'],
  ['InstallRebooting', 'under_way'],
  ['Installed', 'done'],
  ['InstallVerificationFailed', 'failed'],
  ['RevokedCertificate', 'failed'],
  ['AcceptedCanceled', 'under_way'],
  ['timeout', 'failed'],
  ['a word of its own', 'under_way'],
])('an update that is %s is %s', (word, outcome) => {
  expect(firmwareOutcomeOf(word)).toBe(outcome)
})
