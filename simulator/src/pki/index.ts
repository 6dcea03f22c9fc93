export { Authority, drawKeys } from './authority.ts'
export {
  type Contract,
  type ContractData,
  installationRequest,
  installedContract,
  type PkiOptions,
  pemOf,
  SandboxPki,
} from './pki.ts'
