/** Counts of what was handed over. */
export interface SyncedCentres {
  centres: number;
  languages: number;
}

/** Copies centres and languages from one site of a tenant to another. */
export interface CentreSync {
  /**
   * Reads the centres and languages of the CoursePro site and replaces those of the Strive site with them. Idempotent. Nothing is handed
   * over unless both lists were read completely.
   * @param hosts names of the two sites, both requested over https
   * @throws AppError('target_failed') naming the failed site and the reason
   */
  sync(hosts: { coursepro: string; strive: string }): Promise<SyncedCentres>;
}
