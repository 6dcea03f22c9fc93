export { Authority, drawKeys, signingRequest } from './authority.ts'
export {
  type Contract,
  type ContractData,
  installationRequest,
  installedContract,
  type PkiOptions,
  pemOf,
  SandboxPki,
} from './pki.ts'
