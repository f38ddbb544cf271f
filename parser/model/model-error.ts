/** Why bytes are not a model that can be used: one line that says what is wrong. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}
