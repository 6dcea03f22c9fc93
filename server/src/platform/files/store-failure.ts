/** The file store cannot be reached, or refuses a request: the message says why in one line, and holds no secret. */
export class StoreFailure extends Error {}
