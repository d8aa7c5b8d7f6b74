import { OperatorError } from '../operator-error.ts';

/** What went wrong with the embedded server, as a message for the operator: what happened and what to do. */
export class EmbeddedPostgresError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}
