package dev.holdfast.demo.picture;

import java.util.Locale;

/** Writes the few elements of SVG that the pictures need. */
final class Svg {

  private final StringBuilder body = new StringBuilder();

  void rect(double x, double y, double width, double height, String style) {
    body.append(
        format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" ", x, y, width, height));
    body.append("class=\"").append(style).append("\"/>\n");
  }

  void line(double x1, double y1, double x2, double y2, String style) {
    body.append(format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" ", x1, y1, x2, y2));
    body.append("class=\"").append(style).append("\"/>\n");
  }

  void circle(double x, double y, double radius, String style) {
    body.append(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" ", x, y, radius));
    body.append("class=\"").append(style).append("\"/>\n");
  }

  void text(double x, double y, String style, String text) {
    body.append(format("<text x=\"%.1f\" y=\"%.1f\" ", x, y));
    body.append("class=\"").append(style).append("\">").append(escaped(text)).append("</text>\n");
  }

  private static String format(String pattern, Object... numbers) {
    return String.format(Locale.ROOT, pattern, numbers);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The whole file. */
  String file(double width, double height, String title, String style) {
    return format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" ",
            width, height)
        + format("viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n", width, height)
        + "<title>"
        + escaped(title)
        + "</title>\n<style>\n"
        + style
        + "</style>\n"
        + body
        + "</svg>\n";
  }
}
