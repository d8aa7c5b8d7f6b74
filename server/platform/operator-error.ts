/** An error whose message is written for whoever runs Zeus: what happened and what to do. It is shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
