import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;

/**
 * Speaks with the data grid as the command router does: port, server name, realm, mechanism, user,
 * password. It runs with the grid's own libraries, which are older than those of the tests.
 */
final class RouterCache {
  public static void main(String[] args) {
    ConfigurationBuilder settings = new ConfigurationBuilder();
    settings.maxRetries(0).addServer().host("127.0.0.1").port(Integer.parseInt(args[0]));
    settings
        .security()
        .authentication()
        .enable()
        .serverName(args[1])
        .realm(args[2])
        .saslMechanism(args[3])
        .username(args[4])
        .password(args[5]);
    try (RemoteCacheManager manager = new RemoteCacheManager(settings.build())) {
      RemoteCache<String, String> cache = manager.getCache("command-router");
      cache.put("device", "adapter-1");
      System.out.println("read " + cache.get("device"));
    }
  }
}
