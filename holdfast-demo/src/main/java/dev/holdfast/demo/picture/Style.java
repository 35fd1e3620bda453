package dev.holdfast.demo.picture;

/** The colours of all pictures. They bring their own white ground, for dark pages too. */
final class Style {

  static final String CSS =
      """
      text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328; }
      .title { font-weight: bold; font-size: 15px; }
      .half { font-weight: bold; font-size: 13px; }
      .good { font-size: 13px; fill: #116329; }
      .bad { font-size: 13px; fill: #a40e26; }
      .small { font-size: 11px; fill: #59636e; }
      .end { text-anchor: end; }
      .middle { text-anchor: middle; }
      .in { font-size: 11px; fill: #ffffff; text-anchor: middle; }
      .ground { fill: #ffffff; }
      .grid { stroke: #d1d9e0; stroke-width: 1; }
      .waits { stroke: #818b98; stroke-width: 2; stroke-dasharray: 2 4; }
      .believes { fill: #2f6fc4; }
      .stopped { fill: #8c959f; }
      .holder0 { fill: #5c5a94; }
      .holder1 { fill: #8a6a2c; }
      .holder2 { fill: #4b7f52; }
      .both { fill: #cf222e; fill-opacity: 0.16; }
      .writes { fill: #1a7f37; stroke: #ffffff; stroke-width: 1.5; }
      .damages { fill: #cf222e; stroke: #ffffff; stroke-width: 1.5; }
      .refused { fill: #bf5a00; stroke: #ffffff; stroke-width: 1.5; }
      .lost { fill: #bf5a00; stroke: #ffffff; stroke-width: 1.5; }
      .turned { fill: #bf5a00; stroke: #ffffff; stroke-width: 1.5; }
      .clears { fill: #1f2328; stroke: #ffffff; stroke-width: 1.5; }
      .promoted { fill: #1f2328; stroke: #ffffff; stroke-width: 1.5; }
      .killed { stroke: #1f2328; stroke-width: 3; }
      .naive { fill: #cf222e; fill-opacity: 0.75; }
      .ours { fill: #2f6fc4; }
      """;

  /** How many colours there are for holders. */
  static final int HOLDERS = 3;

  private Style() {}
}
