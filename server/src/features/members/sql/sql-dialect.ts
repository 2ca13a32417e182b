import type { WriteLiteral } from './literal.ts';

/** How one database is told what both are told. */
export interface SqlDialect {
  literal: WriteLiteral;
  /** Comments and the beginning of the transaction. @param count members of the file */
  header(count: number): string[];
  /** The end of the transaction. */
  footer: readonly string[];
  /** `id` where members are given their ids, nothing where the database gives them out. */
  idColumns: readonly string[];
  /** What an insertion with ids says before VALUES. */
  override: string;
  /** Statements after those that insert the members of a batch. */
  afterMembers: readonly string[];
  /** The id of a member. @param place in its batch, from 0 @param line in the file, from 1 */
  memberId(place: number, line: number): string;
  /** The statement that keeps the id of a centre under a number. */
  findCentre(number: number, select: string): string;
  /** The id that is kept under a number. */
  centreId(number: number): string;
}
