/** An error whose message is for the operator: what happened and what to do. It is shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
