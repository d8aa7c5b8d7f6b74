/** A request that Stripe would refuse; answered as Stripe words it. */
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
