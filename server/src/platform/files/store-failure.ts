/** The store of files cannot be asked, or does not do what it is asked: the message says what, in one line, and holds no secret. */
export class StoreFailure extends Error {}
