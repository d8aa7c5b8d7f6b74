/** A request Stripe would refuse, with Stripe's message. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: 400 | 404;
  readonly param: string | undefined;

  constructor(status: 400 | 404, message: string, param?: string) {
    super(message);
    this.status = status;
    this.param = param;
  }
}
