export interface SourceFile {
  /** As shown to the translators. */
  name: string;
  content: Buffer;
}

/** The translation service that receives source texts. */
export interface Translations {
  /**
   * Uploads one file of English source texts; returns the key of the resulting job.
   * @param title groups the files of one upload for the translators
   * @throws AppError('target_failed') with the service's reason for rejecting it; AppError('refused') when none is configured
   */
  upload(title: string, file: SourceFile): Promise<string>;
}
