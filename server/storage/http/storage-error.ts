// Errors of the storage service. Codes and messages are those of the public service, because clients compare them.

export type StorageErrorStatus = 400 | 401 | 404 | 409 | 413 | 415 | 416 | 500 | 503;

export interface StorageErrorOptions extends ErrorOptions {
  /** The `error` field that older clients compare; defaults to the code. */
  legacyCode?: string;
}

/** An error response of the storage protocol. */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly status: StorageErrorStatus;
  readonly code: string;
  readonly legacyCode: string;

  constructor(
    status: StorageErrorStatus,
    code: string,
    message: string,
    { legacyCode = code, ...options }: StorageErrorOptions = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.legacyCode = legacyCode;
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', { legacyCode: 'Bucket not found' });

export const noSuchObject = () => new StorageError(404, 'NoSuchKey', 'Object not found', { legacyCode: 'not_found' });

export const bucketExists = () =>
  new StorageError(409, 'BucketAlreadyExists', 'The resource already exists', { legacyCode: 'Duplicate' });

export const objectExists = () =>
  new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', { legacyCode: 'Duplicate' });

export const tooLarge = (message = 'The object exceeded the maximum allowed size') =>
  new StorageError(413, 'EntityTooLarge', message, { legacyCode: 'Payload too large' });

export const invalidParameter = (message: string) => new StorageError(400, 'InvalidParameter', message);

export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);

/** For parts of the protocol that Zeus does not implement. */
export const notOffered = (feature: string) =>
  new StorageError(400, 'FeatureNotEnabled', `${feature} is not available here`);
